import type { ComponentType } from 'react'
import type { Read } from '../api/hooks.ts'
import { loadCode } from '../start/load-code.ts'

type NameIn<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? NameIn<Part> | NameIn<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never

/** Path parameters by name: `$campaignId` becomes `campaignId`. Matched by the router, so none is empty. */
type PathParams<Path extends string> = Readonly<Record<string extends Path ? string : NameIn<Path>, string>>

export type Page = {
  /** Without a leading slash; parameters as `$campaignId`. */
  path: string
  load: () => Promise<ComponentType>
  /** First read of the page, derived from its URL; undefined if the URL needs none. */
  firstRead?(params: PathParams<string>): Promise<Read | undefined>
}

/** `page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage')`: a page that loads when first shown. */
export function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  firstRead?: (params: PathParams<Path>) => Promise<Read | undefined>,
): Page {
  return { path, load: () => loadCode(load).then((module) => module[name]), ...(firstRead && { firstRead }) }
}
