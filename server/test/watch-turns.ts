/** Counts how many event loop turns other work got while something was computed. */
export async function watchTurns<T>(make: () => Promise<T>): Promise<{ made: T; turns: number }> {
  let turns = 0
  let isDone = false
  const turn = (): void => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  turn()
  const product = await make()
  isDone = true
  return { made: product, turns }
}
