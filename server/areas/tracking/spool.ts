import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Entry } from './hit.ts'
import type { Pixel } from './pixels.ts'

/** Keeps entries in a file while the database must not be written to, and gives them back later. */
interface Spool {
  /** On the disk when it resolves. */
  keep(entries: readonly Entry[]): Promise<void>
  /** Stores what was kept, by this process or one that ended; a file stays until all of it is stored. */
  giveBack(store: (entries: readonly Entry[]) => Promise<boolean>): Promise<void>
}

type SpooledPixel = Omit<Pixel, 'siteHosts' | 'isExcluded' | 'pathFields'> & { pathFields: string }

/** The entry was judged when it came: what judging needs is left out. */
const withoutRules = ({ siteHosts: _hosts, isExcluded: _excluded, pathFields, ...pixel }: Pixel): SpooledPixel => ({
  ...pixel,
  pathFields: pathFields.toString('base64'),
})
const asPixel = ({ pathFields, ...pixel }: SpooledPixel): Pixel => ({
  ...pixel,
  siteHosts: new Set(),
  isExcluded: () => false,
  pathFields: Buffer.from(pathFields, 'base64'),
})

const lineOf = (entry: Entry): string =>
  JSON.stringify(
    'hit' in entry
      ? { hit: { ...entry.hit, pixel: withoutRules(entry.hit.pixel) } }
      : { ...entry, pixel: withoutRules(entry.pixel) },
  )

function entryFrom(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as { hit: { pixel: SpooledPixel } } | { pixel: SpooledPixel }
    return ('hit' in entry
      ? { hit: { ...entry.hit, pixel: asPixel(entry.hit.pixel) } }
      : { ...entry, pixel: asPixel(entry.pixel) }) as unknown as Entry
  } catch {
    // The end of a file whose writer was killed: it was not acknowledged.
    return null
  }
}

const ending = '.hits'

export function createSpool({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, processId: string): Spool {
  const folder = resolve(DATA_DIR, 'spool')
  let file = 0
  const ownFile = (): string => join(folder, `${processId}-${file}${ending}`)
  const giveBackFile = async (name: string, store: (entries: readonly Entry[]) => Promise<boolean>): Promise<void> => {
    const place = join(folder, `${name}.${processId}`)
    try {
      await rename(join(folder, name), place)
    } catch {
      // Another process was quicker.
      return
    }
    const entries = (await readFile(place, 'utf8')).split('\n').flatMap((line) => entryFrom(line) ?? [])
    if (await store(entries)) await rm(place)
    else await rename(place, join(folder, name))
  }
  return {
    async keep(entries) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const handle = await open(ownFile(), 'a', 0o600)
      try {
        await handle.appendFile(entries.map((entry) => `${lineOf(entry)}\n`).join(''))
        await handle.datasync()
      } finally {
        await handle.close()
      }
    },
    async giveBack(store) {
      const names = await readdir(folder).catch(() => [])
      // What is kept from now on goes into another file.
      file++
      for (const name of names.filter((one) => one.endsWith(ending)).toSorted()) await giveBackFile(name, store)
    },
  }
}
