/** Nothing in the pixel may disturb the page: on any error, sync or async, a hit is lost and the page continues. */
export const safely =
  <Args extends unknown[], Result>(act: (...args: Args) => Result | Promise<Result>) =>
  async (...args: Args): Promise<Result | undefined> => {
    try {
      return await act(...args)
    } catch {}
  }

/** What the page may refuse to give: undefined then. */
export const attempt = <Result>(read: () => Result): Result | undefined => {
  try {
    return read()
  } catch {}
}
