// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Group } from 'three';
import type { App } from '../app';
import { disposeGoalMark, makeGoalMark, placeGoalMark } from '../layers/goal';
import { el } from '../shell/dom';
import { navigationText } from './navigation_text';
import { robotChoice } from './robot_choice';
import { takeOver } from './take_over';
import type { AtEnd, LiveTool, Tool, ToolPointer } from './tool';

const ICON = 'M6 21V4M6 4.5c4-2.5 8 2.5 12 0v9c-4 2.5-8-2.5-12 0';
const COLOR = 0x1f8fff;

class GoalTool implements LiveTool {
  private mark: Group | undefined;
  private at: { x: number; y: number; z: number } | undefined;
  private yaw = 0;

  constructor(private readonly app: App) {}

  options(element: HTMLElement, atEnd: AtEnd): void {
    const { app } = this;
    const state = el('span', { role: 'status' });
    const cancel = el('button', {
      type: 'button',
      onclick: () => {
        if (app.robot.value) void app.order({ do: 'cancel_goal', robot: app.robot.value });
      },
    }, 'Cancel the goal');
    element.append(robotChoice(app), state, cancel);
    atEnd(app.store.status.subscribe((status) => {
      const { text, level, isUnderWay } = navigationText(status, app.robot.value);
      if (state.textContent !== text) state.textContent = text;
      state.className = level;
      cancel.hidden = !isUnderWay;
    }));
  }

  press({ floor }: ToolPointer): boolean {
    const robot = this.app.store.entities.robot(this.app.robot.value ?? '');
    if (!floor || !robot) return false;
    this.at = { x: floor.x, y: floor.y, z: floor.z };
    // until somebody drags, the robot is to look where it comes from
    const pose = this.app.store.status.value?.robots.find(({ name }) => name === robot.name)?.pose;
    this.yaw = pose ? Math.atan2(floor.y - pose[1], floor.x - pose[0]) : 0;
    this.mark = makeGoalMark(COLOR, robot.radius_m);
    this.app.viewer.root.add(this.mark);
    this.show();
    return true;
  }

  drag({ floor, heading }: ToolPointer): void {
    if (!this.at) return;
    if (heading !== undefined) {
      this.yaw = heading;
      return this.show();
    }
    if (!floor) return;
    const [dx, dy] = [floor.x - this.at.x, floor.y - this.at.y];
    const radius = this.app.store.entities.robot(this.app.robot.value ?? '')?.radius_m ?? 0.2;
    if (Math.hypot(dx, dy) > 0.5 * radius) this.yaw = Math.atan2(dy, dx);
    this.show();
  }

  release(pointer: ToolPointer): void {
    this.drag(pointer);
    const { at, yaw } = this;
    const robot = this.app.robot.value;
    this.cancel();
    if (at && robot) void this.send(robot, at.x, at.y, yaw);
  }

  cancel(): void {
    if (this.mark) disposeGoalMark(this.mark);
    this.mark = this.at = undefined;
    this.app.viewer.invalidate();
  }

  dispose(): void {
    this.cancel();
  }

  private async send(robot: string, x: number, y: number, yaw: number): Promise<void> {
    // first: a program that stops takes back its own goal
    await takeOver(this.app, robot);
    await this.app.order({ do: 'goal', robot, x, y, yaw });
  }

  private show(): void {
    if (this.mark && this.at)
      placeGoalMark(this.mark, this.at.x, this.at.y, this.at.z, this.yaw);
  }
}

/** Sending a robot somewhere by its navigator. */
export const goal: Tool = {
  id: 'goal',
  title: 'Goal',
  hint: 'press on the floor, drag for the heading, release: the robot drives there by itself',
  key: 'n',
  icon: ICON,
  needsControl: true,
  choose: (app) => new GoalTool(app),
};
