// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

const KEY = 'tandem.token';

/**
 * The token that allows control: from `#token=` of the address, from where it is taken away so that
 * nobody passes it on with a copied address, or as kept for this tab.
 */
export function takeToken(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  replaceAddress: (address: string) => void,
): string {
  const fields = new URLSearchParams(location.hash.replace(/^#/, ''));
  const token = fields.get('token');
  if (token === null) return storage.getItem(KEY) ?? '';
  storage.setItem(KEY, token);
  fields.delete('token');
  const rest = fields.toString();
  replaceAddress(location.pathname + location.search + (rest ? `#${rest}` : ''));
  return token;
}
