import type { Page } from 'playwright-core'

/** How much a page may move while it loads: a third of what the web's own measure calls good. */
export const maxShift = 0.02

/** How much of the page has moved by itself since it was read last, or since the page was loaded; and what moved most. */
export const readShift = (page: Page): Promise<{ sum: number; of: string }> =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; of: string }>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: { node: Node | null }[] }
        const state = window as unknown as { shiftsReadUntil_ms?: number }
        const since_ms = state.shiftsReadUntil_ms ?? 0
        const all: Shift[] = []
        // What was buffered goes to the callback, and never to `takeRecords`.
        const observer = new PerformanceObserver((list) => all.push(...(list.getEntries() as Shift[])))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          observer.disconnect()
          state.shiftsReadUntil_ms = performance.now()
          const shifts = all.filter(({ startTime, hadRecentInput }) => startTime >= since_ms && !hadRecentInput)
          const [worst] = shifts.toSorted((one, other) => other.value - one.value)
          const texts = (worst?.sources ?? []).map(({ node }) => node?.textContent?.trim().slice(0, 40) ?? '')
          resolve({ sum: shifts.reduce((sum, { value }) => sum + value, 0), of: texts.join(' | ') })
        }, 100)
      }),
  )
