// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Observable } from '../store/observable';
import type { DrawMoment } from '../view/viewer';
import type { Layer, LiveLayer } from './layer';

/** All layers, and which of them are on. */
export class LayerHost {
  private readonly live: { layer: Layer; live: LiveLayer; isOn: Observable<boolean> }[] = [];

  constructor(private readonly app: App) {
    app.viewer.beforeDraw.on((moment) => this.update(moment));
  }

  get all(): readonly Layer[] {
    return this.live.map(({ layer }) => layer);
  }

  isOn(layer: Layer): Observable<boolean> {
    const { name, isOnByDefault } = layer;
    const byDefault = typeof isOnByDefault === 'boolean' ? isOnByDefault : isOnByDefault(this.app);
    return this.app.settings.item(`layer.${name}`, byDefault);
  }

  add(layer: Layer): void {
    const live = layer.create(this.app);
    const isOn = this.isOn(layer);
    if (live.root) {
      live.root.name = layer.name;
      this.app.viewer.root.add(live.root);
    }
    this.live.push({ layer, live, isOn });
    isOn.subscribe((on) => {
      if (live.root) live.root.visible = on;
      live.shown?.(on);
      this.app.viewer.invalidateStill();
    });
    if (layer.key === undefined) return;
    this.app.actions.add({
      id: `layer.${layer.name}`, title: layer.title, group: 'Show or hide',
      key: layer.key, run: () => isOn.set(!isOn.value),
    });
  }

  /** Shows each as it is switched again, after something else hid some of them. */
  refresh(): void {
    for (const { live, isOn } of this.live) live.shown?.(isOn.value);
  }

  private update(moment: DrawMoment): void {
    for (const { live, isOn } of this.live) if (isOn.value) live.update?.(moment);
  }
}
