// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';
import type { Panel } from './panel';

/** What the scenario observes. */
export const telemetryPanel: Panel = {
  id: 'telemetry',
  title: 'Telemetry',
  place: 'right',
  mount(element, app) {
    const rows = el('dl', { class: 'facts' });
    const none = el('span', { class: 'soft' }, 'This scenario observes nothing.');
    element.append(rows, none);
    app.store.board.subscribe((entries) => {
      none.hidden = entries.length > 0;
      const severalRobots = new Set(entries.map(({ robot }) => robot)).size > 1;
      rows.replaceChildren(...entries.flatMap((entry) => {
        const { label, robot, topic, text, unit, level, problem } = entry;
        const value = problem || `${text}${unit ? ` ${unit}` : ''}`;
        const color = problem ? 'warning' : level === 'ok' ? '' : (level ?? '');
        return [
          el('dt', { title: topic }, severalRobots && robot ? `${robot}: ${label}` : label),
          el('dd', { class: `number ${color}` }, value || '–'),
        ];
      }));
    });
  },
};
