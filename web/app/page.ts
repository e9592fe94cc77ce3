import type { ComponentType } from 'react'
import type { Me } from '../session/me.ts'

export type Page = {
  /** Without a slash before it; parameters as `$campaignId`. */
  path: string
  load: () => Promise<ComponentType>
  /** Whose page it is; for others it does not exist. Everybody's when left out. */
  isFor?: (me: Me) => boolean
}

/** `page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage')`: a chunk of its own, fetched when first shown. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  isFor?: (me: Me) => boolean,
): Page {
  return { path, load: () => load().then((loaded) => loaded[name]), isFor }
}
