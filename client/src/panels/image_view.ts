// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Picture } from '../connection/image_feed';
import { cameraPlane } from '../layers/camera_plane';
import { el, iconButton } from '../shell/dom';
import { Overlay } from '../view/overlay';
import type { ImageChoice } from './image_choice';

const LARGER = 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7';
const CLOSE = 'M6 6l12 12M18 6L6 18';

/** One picture: which source, with or without what is virtual. */
export class ImageView {
  readonly element: HTMLElement;
  private readonly sources = el('select', { 'aria-label': 'Which picture' });
  private readonly canvas = el('canvas', { role: 'img', hidden: true });
  private readonly note = el('span', { class: 'soft' });
  private readonly augmented: HTMLButtonElement;
  private readonly overlay: Overlay;
  private readonly endProblems: () => void;
  private readonly endPlanes: () => void;
  private endWatch: (() => void) | undefined;
  private watched: string | undefined;
  private isOn = false;

  constructor(
    private readonly app: App, readonly choice: ImageChoice,
    private readonly changed: () => void, close: () => void,
  ) {
    this.overlay = new Overlay(app);
    this.endPlanes = app.layers.isOn(cameraPlane).onChange(() => this.redraw());
    this.endProblems = app.store.watchingChanged.on(({ name, problem }) => {
      if (name === this.watched && problem !== '') this.complain(problem);
    });
    this.augmented = el('button', {
      type: 'button', title: 'Draw virtual things and layers over the picture',
      onclick: () => {
        choice.isAugmented = !choice.isAugmented;
        this.augmented.setAttribute('aria-pressed', String(choice.isAugmented));
        this.changed();
        this.redraw();
      },
    }, 'AR');
    const larger = iconButton(LARGER, 'Larger or smaller', () => {
      larger.setAttribute('aria-pressed', String(this.element.classList.toggle('is-large')));
    });
    this.sources.addEventListener('change', () => {
      choice.source = this.sources.value;
      this.changed();
      this.show();
    });
    this.element = el('div', { class: 'image-view' },
      el('div', { class: 'field' }, this.sources, this.augmented, larger,
        iconButton(CLOSE, 'Close this picture', close)),
      this.canvas, this.note);
  }

  get shownSource(): string {
    return this.sources.value;
  }

  /** Watches its source while it is on. */
  setOn(on: boolean): void {
    this.isOn = on;
    this.show();
  }

  /** To be called when sources came or went, too. */
  show(): void {
    const names = this.app.store.sources.value
      .filter(({ kind }) => kind === 'image').map(({ name }) => name);
    this.sources.replaceChildren(...names.map((name) => el('option', { value: name }, name)));
    // what was chosen stays chosen while another scenario, which has it not, runs
    const source = names.includes(this.choice.source) ? this.choice.source : names[0];
    this.sources.value = source ?? '';
    this.augmented.setAttribute('aria-pressed', String(this.choice.isAugmented));
    this.watch(this.isOn ? source : undefined);
    if (source === undefined) this.say('There are no pictures here.');
  }

  dispose(): void {
    this.endProblems();
    this.endPlanes();
    this.endWatch?.();
    this.overlay.dispose();
    this.element.remove();
  }

  private watch(source: string | undefined): void {
    if (source === this.watched) return;
    this.watched = source;
    this.endWatch?.();
    this.endWatch = undefined;
    this.canvas.hidden = true;
    this.say('Waiting for the picture …');
    const problem = this.app.store.watching(source ?? '')?.problem;
    if (problem) this.complain(problem);
    if (source !== undefined)
      this.endWatch = this.app.images.watch(source, (picture) => this.draw(picture));
  }

  // an old picture would pass for a new one
  private complain(problem: string): void {
    this.canvas.hidden = true;
    this.say(`${this.watched} cannot be shown: ${problem}`);
  }

  private say(sentence: string): void {
    this.note.textContent = sentence;
    this.note.hidden = sentence === '';
  }

  // what it shows is chosen anew, and the next picture may never come
  private redraw(): void {
    const picture = this.app.images.latest(this.watched ?? '');
    if (picture && !this.canvas.hidden) this.draw(picture);
  }

  private draw(picture: Picture): void {
    const { canvas, choice } = this;
    if (canvas.width !== picture.width || canvas.height !== picture.height) {
      canvas.width = picture.width;
      canvas.height = picture.height;
    }
    canvas.hidden = false;
    canvas.setAttribute('aria-label', `Picture of ${this.watched}`);
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { camera: place, no_camera: why } = this.app.store.watching(this.watched ?? '') ?? {};
    const needsPlace = choice.isAugmented || this.app.layers.isOn(cameraPlane).value;
    this.say(needsPlace && !place ? `Nobody knows where this camera stands: ${why}.` : '');
    if (!choice.isAugmented) return;
    const over = place ? this.overlay.draw(place) : undefined;
    if (over) context.drawImage(over, 0, 0, canvas.width, canvas.height);
  }
}
