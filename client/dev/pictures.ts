// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Takes the pictures of docs/page.md in Debian's chromium, of a Tandem that the variable names:
//   TANDEM=../build/tandem npx vite-node dev/pictures.ts [FOLDER]
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { App } from '../src/app';
import { CHROMIUM } from '../test/browser/launch';
import { DOMAIN, Program } from '../test/browser/program';
import { Run } from '../test/browser/run';

// runs in the page
declare const tandem: App;

const FOLDER = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const DESK = { viewport: { width: 1280, height: 720 } };

const browser = await chromium.launch(CHROMIUM);

interface Picture {
  name: string;
  scenario: string;
  screen: BrowserContextOptions;
  /** other programs in the network */
  programs?: string[][];
  prepare(page: Page): Promise<void>;
}

async function take({ name, scenario, screen, programs, prepare }: Picture): Promise<void> {
  const run = await Run.start(scenario, 0, [], programs ? DOMAIN : undefined);
  const others = (programs ?? []).map((words) => new Program('TANDEM', words));
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  // still pictures have the time to be drawn well
  await page.addInitScript("localStorage['tandem.quality'] = '\"high\"'");
  await page.goto(run.link);
  await page.waitForSelector('[data-state=live]');
  await page.waitForFunction(() => tandem.viewer.renderer.info.render.triangles > 100);
  await prepare(page);
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${FOLDER}/${name}.jpg`, quality: 82, timeout: 60_000 });
  await context.close();
  await Promise.all([run.stop(), ...others.map((other) => other.stop())]);
}

const tell = (page: Page, words: string) => page.evaluate((line) =>
  tandem.order({ do: 'tell', robot: 'emaros', words: line }), words);
const unfold = (page: Page, ...open: string[]) => page.evaluate((ids) => {
  for (const card of document.querySelectorAll<HTMLDetailsElement>('.column.right .card'))
    card.open = ids.includes(card.id.replace('panel-', ''));
}, open);

await take({
  name: 'page_place', scenario: 'push', screen: DESK,
  async prepare(page) {
    await page.click('[data-tool=place]');
    await page.click('[data-thing=carton]');
    await page.evaluate(async () => {
      const [x, y] = tandem.store.status.value!.robots[0]!.pose;
      const pose: [number, number, number, number, number, number, number] =
        [x + 0.6, y, 0, 0, 0, 0, 1];
      await tandem.order({ do: 'spawn', thing: 'carton', pose });
    });
  },
});
await take({
  name: 'page_office', scenario: 'office', screen: { ...DESK, colorScheme: 'dark' },
  async prepare(page) {
    await unfold(page, 'images', 'charts');
    await page.waitForSelector('.image-view canvas:not([hidden])');
    await page.click('.image-view button:has-text("AR")');
  },
});
await take({
  name: 'page_farm', scenario: 'farm', screen: DESK,
  programs: [['topic', 'pub', '--rate', '2', '--qos-durability', 'transient_local',
    '/emaros/mission', 'tandem_msgs/msg/Mission', JSON.stringify({
      program: 'smart_farming', status: 0, active: 'work/plough', message: 'lane 3 of 8',
      states: ['find_field', 'find_corners', 'work/equip', 'work/plough', 'work/return_tool']
        .map((path) => ({ path, outcomes: ['done'], next: [''] })),
      blackboard: [{ key: 'tool', value: 'plow' }, { key: 'corners', value: '4' }],
    })]],
  async prepare(page) {
    await unfold(page, 'missions', 'rules');
    // beside the plow, then over the land with it
    const put = (x: number, y: number, yaw: number) => page.evaluate(([px, py, turn]) => {
      const [, , z] = tandem.store.status.value!.robots[0]!.pose;
      return tandem.order({
        do: 'move', entity: 'emaros', velocity: null,
        pose: [px!, py!, z, 0, 0, Math.sin(turn! / 2), Math.cos(turn! / 2)],
      });
    }, [x, y, yaw]);
    const plow = await page.evaluate(() => {
      const { entities, bodies } = tandem.store;
      const slot = bodies.slot(entities.named('plow')!.bodies[0]!)!;
      return [...bodies.poses.slice(7 * slot, 7 * slot + 2)];
    });
    await put(plow[0]! + 0.35, plow[1]!, Math.PI);
    await tell(page, 'attach,plow');
    await tell(page, 'tool,on');
    for (let y = -0.8; y < 0.2; y += 0.12)
      for (let x = -0.3; x < 1.4; x += 0.1) await put(x, y, 0);
    await page.waitForSelector('.state.running');
  },
});
await take({
  name: 'page_tablet', scenario: 'logistics',
  screen: { viewport: { width: 1024, height: 768 }, hasTouch: true },
  async prepare(page) {
    await page.tap('[data-tool=drive]');
  },
});
// the rest of the worlds, as they are when one comes
for (const scenario of ['empty', 'arena', 'logistics', 'pong', 'paint', 'corridor', 'hazard',
  'crowd', 'slope', 'park', 'lunar'])
  await take({ name: `page_world_${scenario}`, scenario, screen: DESK, async prepare() {} });
await browser.close();
