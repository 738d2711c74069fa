// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { el } from '../shell/dom';
import { robotChoice } from './robot_choice';
import { makeStick, type Push } from './stick';
import { takeOver } from './take_over';
import type { Tool } from './tool';

const ICON = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 9.5v-6M9.8 13.3l-5.2 3M14.2 13.3l5.2 3'
  + 'M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z';
const PERIOD_MS = 100;
const KEYS: readonly (readonly [key: string, title: string, x: number, y: number])[] = [
  ['w', 'Forward', 0, 1], ['ArrowUp', 'Forward', 0, 1],
  ['s', 'Backward', 0, -1], ['ArrowDown', 'Backward', 0, -1],
  ['a', 'Left', -1, 0], ['ArrowLeft', 'Left', -1, 0],
  ['d', 'Right', 1, 0], ['ArrowRight', 'Right', 1, 0],
];

/** Sends how to drive, ten times a second for as long as something is pushed, and then a stop. */
class Driver {
  private readonly held = new Set<Push>();
  private stick: Push = { x: 0, y: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;
  private driven: string | undefined;

  constructor(private readonly app: App) {}

  hold(push: Push, isHeld: boolean): void {
    if (isHeld) this.held.add(push);
    else this.held.delete(push);
    this.change();
  }

  push(push: Push): void {
    this.stick = push;
    this.change();
  }

  stop(): void {
    this.held.clear();
    this.push({ x: 0, y: 0 });
  }

  private get wanted(): Push {
    let { x, y } = this.stick;
    for (const push of this.held) {
      x += push.x;
      y += push.y;
    }
    const limited = (v: number) => Math.min(Math.max(v, -1), 1);
    return { x: limited(x), y: limited(y) };
  }

  private change(): void {
    const { x, y } = this.wanted;
    const isMoving = x !== 0 || y !== 0;
    if (isMoving === (this.timer !== undefined)) return;
    if (isMoving) {
      if (this.app.robot.value !== undefined) void takeOver(this.app, this.app.robot.value);
      this.timer = setInterval(() => this.send(), PERIOD_MS);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    this.send();
  }

  private send(): void {
    const robot = this.app.store.entities.robot(this.app.robot.value ?? '');
    // another one was chosen while driving: nobody steers the one before any more
    if (this.driven !== undefined && this.driven !== robot?.name) this.order(this.driven, 0, 0);
    this.driven = robot?.name;
    if (!robot) return;
    const { x, y } = this.wanted;
    const share = speedShare(this.app).value;
    this.order(robot.name, y * share * robot.max_speed_mps,
      // backward, a car's wheel turns it the other way round
      -x * share * robot.max_yaw_rate_radps * (y < -0.1 ? -1 : 1));
  }

  private order(robot: string, linear_mps: number, angular_radps: number): void {
    // without a connection there is nobody to stop, and a banner says so
    if (this.app.connection.state.value.is !== 'live') return;
    void this.app.order({ do: 'drive', robot, linear_mps, angular_radps });
  }
}

const speedShare = (app: App) => app.settings.item('drive.speed', 0.6);

function speedSlider(app: App): HTMLElement {
  const share = speedShare(app);
  const slider = el('input', {
    type: 'range', min: 0.1, max: 1, step: 0.1, value: share.value, 'aria-label': 'How fast',
  });
  const text = el('span', { class: 'number soft' });
  const show = () => {
    const most = app.store.entities.robot(app.robot.value ?? '')?.max_speed_mps ?? 0;
    text.textContent = `${(share.value * most).toFixed(2)} m/s`;
  };
  slider.addEventListener('input', () => {
    share.set(Number(slider.value));
    show();
  });
  show();
  return el('label', { class: 'field' }, 'Speed', slider, text);
}

/** Steering a robot by keys or by a stick on the screen. */
export const drive: Tool = {
  id: 'drive',
  title: 'Drive',
  hint: 'steer the robot by w, a, s, d, the arrows or the stick',
  key: 'd',
  icon: ICON,
  needsControl: true,
  keys: [['w', 'Forward'], ['s', 'Backward'], ['a', 'Left'], ['d', 'Right']],
  choose(app) {
    const driver = new Driver(app);
    const ends = KEYS.map(([key, title, x, y]) => {
      const push = { x, y };
      return app.actions.add({
        id: `drive.${key}`, title, group: 'Drive', key,
        run: () => driver.hold(push, true), release: () => driver.hold(push, false),
      });
    });
    const stop = () => driver.stop();
    window.addEventListener('blur', stop);
    return {
      options(element) {
        const keys = ['w', 'a', 's', 'd'].map((key) => el('kbd', {}, key));
        const hint = el('span', { class: 'soft keys' }, 'or', ...keys, 'or arrows');
        const side = el('div', { class: 'stack' }, robotChoice(app), speedSlider(app), hint);
        element.append(makeStick((push) => driver.push(push)), side);
      },
      dispose() {
        driver.stop();
        window.removeEventListener('blur', stop);
        for (const end of ends) end();
      },
    };
  },
};
