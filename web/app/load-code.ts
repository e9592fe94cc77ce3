/** How long code that a page needs may take to come (specification, constants: K014). */
const patience_ms = 120_000

/**
 * Waits for code that is being fetched, but at most two minutes: then it counts as failed, like code that does not load at
 * all, and the error page offers a retry. The browser itself would wait forever.
 */
export function loadCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('code of the page did not come in time')), patience_ms)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
