/** Nothing in the pixel may disturb the page: whatever goes wrong, now or later, a hit is lost and the page goes on. */
export const safely =
  <Args extends unknown[], Result>(act: (...args: Args) => Result | Promise<Result>) =>
  async (...args: Args): Promise<Result | undefined> => {
    try {
      return await act(...args)
    } catch {}
  }
