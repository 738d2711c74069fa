// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { EventInfo } from '../protocol/messages';
import { el } from '../shell/dom';
import type { Panel } from './panel';
import { clockText } from './clock_text';

const MOST_ROWS = 200;
const LEVELS = { info: 'All', warning: 'Warnings and errors', error: 'Errors' } as const;
type Level = keyof typeof LEVELS;
const RANK: Record<Level, number> = { info: 0, warning: 1, error: 2 };

/** Those at least as bad as the level that have all words somewhere. */
export function filterEvents(
  events: readonly EventInfo[], level: Level, text: string,
): EventInfo[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter((event) => {
    if (RANK[event.level] < RANK[level]) return false;
    const all = `${event.name} ${event.robot} ${event.text} ${event.source ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Whom it is about is said once. */
export function eventText(event: EventInfo): string {
  const text = event.text || event.name.replaceAll('_', ' ');
  return event.robot && !text.startsWith(event.robot) ? `${event.robot}: ${text}` : text;
}

function row(event: EventInfo): HTMLElement {
  return el('li', { class: event.level, title: event.name },
    el('span', { class: 'number soft' }, clockText(event.time_s)),
    el('span', {}, eventText(event),
      ...(event.source ? [' ', el('span', { class: 'soft' }, event.source)] : [])));
}

/** What happened, newest first. */
export const eventsPanel: Panel = {
  id: 'events',
  title: 'Events',
  place: 'right',
  mount(element, app) {
    const level = el('select', { 'aria-label': 'Which events' });
    for (const [value, title] of Object.entries(LEVELS))
      level.append(el('option', { value }, title));
    const text = el('input', {
      type: 'search', placeholder: 'Filter', 'aria-label': 'Only events with these words',
    });
    const list = el('ol', { class: 'events', tabindex: 0, 'aria-label': 'Events, newest first' });
    const none = el('span', { class: 'soft' }, 'Nothing happened.');
    element.append(el('div', { class: 'field filter' }, level, text), list, none);
    const card = element.closest('details');

    function show(): void {
      if (card && !card.open) return;
      const wanted = filterEvents(app.store.events.value, level.value as Level, text.value);
      none.hidden = wanted.length > 0;
      none.textContent =
        app.store.events.value.length > 0 ? 'Nothing like that happened.' : 'Nothing happened.';
      list.replaceChildren(...wanted.slice(-MOST_ROWS).reverse().map(row));
      list.hidden = wanted.length === 0;
    }
    level.addEventListener('change', show);
    text.addEventListener('input', show);
    card?.addEventListener('toggle', show);
    app.store.events.subscribe(show);
  },
};
