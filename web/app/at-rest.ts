import type { QueryClient } from '@tanstack/react-query'

/** A page that never comes to rest must not hold back what comes after it for ever. */
const atMost_ms = 5_000

let rest: Promise<void> = Promise.resolve()

/**
 * Resolves once the first page of this page load has painted its data. Anything not needed before is fetched then, so that it
 * does not compete for a slow connection.
 */
export const atRest = (): Promise<void> => rest

type Router = { subscribe: (event: 'onRendered', listener: () => void) => () => void }

export function watchFirstPage(router: Router, queryClient: QueryClient): void {
  rest = new Promise((resolve) => {
    const timer = setTimeout(resolve, atMost_ms)
    const stopRouter = router.subscribe('onRendered', () => {
      stopRouter()
      // The page's parts begin to read once they are drawn.
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

/** A frame's own callback runs before the frame is painted, a task that it starts after. */
const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act))
