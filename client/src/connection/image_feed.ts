// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Image } from '../protocol/messages';
import type { Store } from '../store/store';
import type { Connection } from './connection';

/** A decoded picture; it is closed when the next one came, so draw it at once or copy it. */
export type Picture = ImageBitmap;
type Show = (picture: Picture, message: Image) => void;

interface Feed {
  listeners: Set<Show>;
  endWatch: () => void;
  picture: Picture | undefined;
  message: Image | undefined;
  isDecoding: boolean;
  next: Image | undefined;
}

/** Decodes watched images, each once for all who look; when it is slow, the latest wins. */
export class ImageFeeds {
  private readonly feeds = new Map<string, Feed>();

  constructor(
    private readonly connection: Connection, store: Store,
    private readonly decode: (message: Image) => Promise<Picture> = decodeImage,
  ) {
    store.stream.on(({ watching, message }) => {
      const feed = this.feeds.get(watching.name);
      if (feed && message.type === 'image') this.take(feed, message);
    });
  }

  /** Watches a source until the returned function is called; shows the latest at once. */
  watch(name: string, show: Show): () => void {
    let feed = this.feeds.get(name);
    if (!feed) {
      feed = {
        listeners: new Set(), endWatch: this.connection.watch(name), picture: undefined,
        message: undefined, isDecoding: false, next: undefined,
      };
      this.feeds.set(name, feed);
    }
    const { listeners } = feed;
    listeners.add(show);
    if (feed.picture && feed.message) show(feed.picture, feed.message);
    return () => {
      if (!listeners.delete(show) || listeners.size > 0) return;
      feed.endWatch();
      feed.picture?.close();
      if (this.feeds.get(name) === feed) this.feeds.delete(name);
    };
  }

  /** The newest of what is watched. */
  latest(name: string): Picture | undefined {
    return this.feeds.get(name)?.picture;
  }

  private take(feed: Feed, message: Image): void {
    if (feed.isDecoding) {
      feed.next = message;
      return;
    }
    feed.isDecoding = true;
    const show = (picture: Picture) => this.show(feed, picture, message);
    const complain = (error: unknown) => console.warn(`an image is not one: ${String(error)}`);
    this.decode(message).then(show, complain).finally(() => {
      feed.isDecoding = false;
      const { next } = feed;
      feed.next = undefined;
      if (next) this.take(feed, next);
    });
  }

  private show(feed: Feed, picture: Picture, message: Image): void {
    if (feed.listeners.size === 0) return picture.close();
    const before = feed.picture;
    feed.picture = picture;
    feed.message = message;
    for (const show of feed.listeners) show(picture, message);
    before?.close();
  }
}

function decodeImage(message: Image): Promise<Picture> {
  const blob = new Blob([message.picture as BlobPart], { type: `image/${message.format}` });
  return createImageBitmap(blob);
}
