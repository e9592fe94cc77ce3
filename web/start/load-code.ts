/** Longest wait for code that a page needs (specification, constants: K014). */
const patience_ms = 120_000

/**
 * Waits for code to load, but at most two minutes: then the load fails like any other failed import, and the error page
 * offers a retry. The browser alone would wait forever.
 */
export function loadCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page’s code did not load in time')), patience_ms)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
