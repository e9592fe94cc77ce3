import type { QueryClient } from '@tanstack/react-query'

/** Longest wait, so that a page that never settles does not hold back the lazy parts forever. */
const atMost_ms = 5_000

let rest: Promise<void> = Promise.resolve()

/**
 * Resolves once the first page of this page load has painted its data. Load anything not needed earlier after this, so
 * that it does not compete for a slow connection.
 */
export const afterFirstPage = (): Promise<void> => rest

type Router = { subscribe: (event: 'onRendered', listener: () => void) => () => void }

export function watchFirstPage(router: Router, queryClient: QueryClient): void {
  rest = new Promise((resolve) => {
    const timer = setTimeout(resolve, atMost_ms)
    const stopRouter = router.subscribe('onRendered', () => {
      stopRouter()
      // Components start their reads after the first render.
      afterPaint(() => {
        const look = (): void => {
          if (queryClient.isFetching() > 0) return
          stopReads()
          clearTimeout(timer)
          afterPaint(resolve)
        }
        const stopReads = queryClient.getQueryCache().subscribe(look)
        look()
      })
    })
  })
}

/** Runs after the next paint: animation frame callbacks run before it, tasks they schedule run after. */
const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act))
