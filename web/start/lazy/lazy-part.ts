import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadLazyParts } from './lazy-parts.ts'
import { loadCode } from '../load-code.ts'

/** A component loaded when first shown. It may use any library component, so it waits for the styles of all. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    const [part] = await Promise.all([loadCode(load), loadLazyParts()])
    return { default: part }
  })
