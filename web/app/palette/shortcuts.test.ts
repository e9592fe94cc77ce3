import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shortcutGroups } from './shortcuts.ts'

/** Where keys of the whole page are heard, and the group of the sheet that lists them; null if there is no choice. */
const listeners: Readonly<Record<string, string | null>> = {
  'app/frame/search-button.tsx': 'Everywhere',
  // Only Escape.
  'app/frame/sidebar.tsx': 'Everywhere',
  'areas/banners/use-keys.ts': 'In the banner designer',
  'shells/resource-table/list-keys.ts': 'In a list',
  'shells/resource-table/row-panel.ts': 'In a list',
  // The tour names its own keys, and any key ends an animation.
  'app/frame/tour/tour.ts': null,
  'ui/motion.ts': null,
}

const files = (readdirSync('web', { recursive: true }) as string[]).filter((file) => /(?<!\.test)\.tsx?$/.test(file))

test('every file that listens to keys of the page has its shortcuts on the sheet', () => {
  const listeningFiles = files.filter((file) => /'keydown'/.test(readFileSync(`web/${file}`, 'utf8')))
  expect(listeningFiles.toSorted()).toEqual(Object.keys(listeners).toSorted())
  const titles = shortcutGroups.map(({ title }) => title)
  expect(Object.values(listeners).filter((title) => title !== null && !titles.includes(title))).toEqual([])
})

test('the sheet lists every key that the banner designer uses with Control', () => {
  const keys = [...readFileSync('web/areas/banners/use-keys.ts', 'utf8').matchAll(/key === '(.)'/g)].map(
    ([, key]) => key!,
  )
  const group = shortcutGroups.find(({ title }) => title === 'In the banner designer')!
  const onSheet = group.shortcuts.flatMap((shortcut) => shortcut.keys.flat()).map((key) => key.toLowerCase())
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.filter((key) => !onSheet.includes(key))).toEqual([])
})
