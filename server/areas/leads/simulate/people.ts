import type { Pool } from 'pg'
import { findPersons, type FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { PersonDay } from './past.ts'

/** Batch size, so that statements stay short. */
const portion = 5_000

/**
 * Looks up the people of past days while later days are still being read. Uses one separate identity connection, one batch
 * after the other, so that a simulation never occupies more.
 */
export class People {
  readonly #identityPool: Pool
  readonly #met = new Set<number>()
  readonly #found = new Map<number, FoundPerson>()
  #waiting: number[] = []
  #looking: Promise<void> = Promise.resolve()

  constructor(identityPool: Pool) {
    this.#identityPool = identityPool
  }

  add(people: readonly PersonDay[]): void {
    for (const { personId } of people) {
      if (this.#met.has(personId)) continue
      this.#met.add(personId)
      this.#waiting.push(personId)
      if (this.#waiting.length === portion) this.#lookUp()
    }
  }

  /** All added people that are known, by id. */
  async all(): Promise<ReadonlyMap<number, FoundPerson>> {
    if (this.#waiting.length > 0) this.#lookUp()
    await this.#looking
    return this.#found
  }

  #lookUp(): void {
    const ids = this.#waiting
    this.#waiting = []
    this.#looking = this.#looking.then(async () => {
      const { persons } = await findPersons(this.#identityPool, { hashes: [], ids })
      for (const [id, person] of persons) this.#found.set(id, person)
    })
    // If reading the days fails first, nobody awaits this promise.
    this.#looking.catch(() => {})
  }
}
