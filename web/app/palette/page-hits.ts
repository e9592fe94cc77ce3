import { opens } from '#contract/guards/judge.ts'
import type { Hit } from '../../areas/search/matching.ts'
import { isolate } from '../../i18n/isolate.ts'
import type { Text, Translate } from '../../i18n/texts.tsx'
import type { ModulePlace } from '../../session/module.ts'
import { pageLooks, type PageLook, type Seeker } from './page-looks.ts'

const inModule = '{module}'

type Entry = { path: string; look: PageLook; to: string; place: ModulePlace | undefined }

/** The pages of the route table that the person may open, those of the first place first. */
export function pageHits(seeker: Seeker, places: readonly ModulePlace[], t: Translate): Hit[] {
  const entries = entriesOf(seeker, places)
  const [here] = places
  const isHere = ({ place }: Entry): boolean => place !== undefined && place === here
  const isElsewhere = (entry: Entry): boolean => entry.place !== undefined && !isHere(entry)
  return [
    ...entries.filter(isHere),
    ...entries.filter(({ place }) => place === undefined),
    ...entries.filter(isElsewhere),
  ].map((entry) => hitOf(entry, t))
}

/** Where single leads are found, if the person sees leads. */
export const leadsPathOf = (seeker: Seeker, places: readonly ModulePlace[]): string | undefined =>
  entriesOf(seeker, places).find(({ path }) => path === `${inModule}/leads`)?.to

function entriesOf(seeker: Seeker, places: readonly ModulePlace[]): Entry[] {
  const entries = Object.entries(pageLooks).flatMap(([path, look]): Entry[] => {
    const candidates = path.startsWith(inModule)
      ? places
          .filter(({ module }) => look.onlyOf === undefined || look.onlyOf === module)
          .map((place): Entry => ({ path, look, place, to: path.replace(inModule, place.base) }))
      : [{ path, look, place: undefined, to: `/${path}` }]
    const openOnes = candidates.filter(({ to }) => opens(seeker.me.access, to) && (look.isFor?.(seeker) ?? true))
    return look.isOfAllModules ? openOnes.slice(0, 1) : openOnes
  })
  return entries.filter(({ look }) => !entries.some(({ path }) => path === look.standsFor))
}

function hitOf({ look, to, place }: Entry, t: Translate): Hit {
  const title: Text = typeof look.title === 'string' ? look.title : look.title(place!.module)
  const name = t(title, place && { module: isolate(place.name) })
  const says = look.isOfAllModules || title.includes(inModule) ? undefined : place?.name
  return { key: to, to, name, detail: says, icon: look.icon, also: otherNames(title, look.also, t) }
}

/** People who read Arabic also type the English names that they know. */
export const otherNames = (name: Text, others: readonly Text[] = [], t: Translate): string =>
  [name, ...others, ...others.map((other) => t(other))].join(' ')
