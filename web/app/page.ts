import type { ComponentType } from 'react'
import type { Read } from '../api/hooks.ts'
import { loadCode } from './load-code.ts'

type NameIn<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? NameIn<Part> | NameIn<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never

/** The parts that a path names, `$campaignId` as `campaignId`. The router matched each of them, so none is empty. */
type PathParams<Path extends string> = Readonly<Record<string extends Path ? string : NameIn<Path>, string>>

export type Page = {
  /** Without a slash before it; parameters as `$campaignId`. */
  path: string
  load: () => Promise<ComponentType>
  /** What it reads first, by its address alone; undefined where that address has nothing to be read. */
  firstRead?(params: PathParams<string>): Promise<Read | undefined>
}

/** `page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage')`: a chunk of its own, fetched when first shown. */
export function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  firstRead?: (params: PathParams<Path>) => Promise<Read | undefined>,
): Page {
  return { path, load: () => loadCode(load).then((loaded) => loaded[name]), ...(firstRead && { firstRead }) }
}
