import type { ComponentType } from 'react'
import { loadCode } from './load-code.ts'

export type Page = {
  /** Without a slash before it; parameters as `$campaignId`. */
  path: string
  load: () => Promise<ComponentType>
}

/** `page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage')`: a chunk of its own, fetched when first shown. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page {
  return { path, load: () => loadCode(load).then((loaded) => loaded[name]) }
}
