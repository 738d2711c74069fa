// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { ConnectionState } from '../connection/connection';
import { el } from '../shell/dom';
import type { Panel } from './panel';

interface Words {
  pill: string;
  level: 'ok' | 'warning' | 'error';
  banner?: { title: string; text: string };
}

export function wordsFor(state: ConnectionState, wasLive: boolean): Words {
  switch (state.is) {
    case 'live': return { pill: 'connected', level: 'ok' };
    case 'silent':
      return {
        pill: 'silent', level: 'warning',
        banner: { title: 'Tandem has fallen silent', text: 'What you see may be old.' },
      };
    case 'connecting':
    case 'lost': {
      // the first attempts of a page that just opened are nothing to worry about
      const isWorth = wasLive || state.is === 'lost' || state.attempt > 1;
      const isRefused = state.is === 'lost' ? state.isRefused : state.reason !== undefined;
      const reason = state.reason ? `${state.reason}. ` : '';
      const title = isRefused ? 'Tandem closed the connection'
        : wasLive ? 'The connection was lost' : 'Tandem cannot be reached';
      const when = state.is === 'lost' && isRefused ? `in ${state.retryMs / 1000} s` : 'by itself';
      const text = `${reason}Trying again ${when}.`;
      const banner = isWorth ? { title, text } : undefined;
      return { pill: 'connecting', level: 'warning', banner };
    }
    case 'outdated':
      return {
        pill: 'outdated', level: 'error',
        banner: { title: 'This page is of another version', text: `${state.reason}. Reload it.` },
      };
  }
}

/** Whether the page is connected, and what it may do; a banner when something is wrong. */
export const connectionState: Panel = {
  id: 'connection',
  title: 'Connection',
  place: 'bar',
  isAtEnd: true,
  mount(element, app) {
    const role = el('span', { class: 'soft wide' });
    const text = el('span');
    const pill = el('span', { class: 'pill', role: 'status' }, text);
    const title = el('strong');
    const sentence = el('span');
    const banner = el('div', { class: 'banner', role: 'alert', hidden: true }, title, sentence);
    element.append(role, pill);
    document.body.append(banner);

    let wasLive = false;
    app.connection.state.subscribe((state) => {
      const words = wordsFor(state, wasLive);
      wasLive ||= state.is === 'live';
      pill.className = `pill ${words.level}`;
      pill.dataset.state = state.is;
      text.textContent = words.pill;
      banner.hidden = !words.banner;
      banner.classList.toggle('error', words.level === 'error');
      title.textContent = words.banner?.title ?? '';
      sentence.textContent = words.banner?.text ?? '';
    });
    app.store.hello.subscribe((hello) => {
      role.textContent = hello?.role === 'view' ? 'view only' : '';
      role.title = 'Open the link that the terminal shows to control.';
      if (hello?.reason) app.notices.show(hello.reason, 'warning');
    });
  },
};
