import { describe, expect, test } from 'vitest'
import { isWriting, listedCalls, notAsked, proofOf } from '#contract/sign-in/proof-of-identity.ts'
import { isRefusedInView } from '#contract/sign-in/view-mode.ts'
import { routes } from '#server/routes.ts'

// SEC-3: which writing calls ask for a proof of identity, and why the others don't.

const operations = routes.map(({ operation }) => operation)
const writing = operations.filter(isWriting)

describe('the table of proofs', () => {
  test('has one entry for every writing operation, and no other', () => {
    expect(listedCalls.toSorted()).toEqual(writing.map(({ name }) => name).toSorted())
    expect(writing.filter((each) => proofOf(each) === 'recent').length).toBeGreaterThan(35)
  })

  test('asks nobody who cannot answer: only people have passwords, and nobody in view mode proves anything', () => {
    const unanswerable = writing.filter(
      (each) => proofOf(each) === 'recent' && (each.access.anonymous || !isRefusedInView(each)),
    )
    expect(unanswerable.map(({ name }) => name)).toEqual([])
  })

  test('trusts a scope alone only where software calls, or a token for one', () => {
    const machines = writing.filter(({ name }) => notAsked.machine.calls.some((call) => call === name))
    const people = machines.filter(({ access }) =>
      Object.keys(access).some((kind) => !/developer|anonymous/.test(kind)),
    )
    expect(people.map(({ name }) => name)).toEqual([])
  })

  test('lets software pass without a proof only where its token needs a scope', () => {
    const mistakes = writing.filter((each) => proofOf(each) && each.access.developer && each.scope === undefined)
    expect(mistakes.map(({ name }) => name)).toEqual([])
  })

  test('names what a call needs that nobody has to sign in for', () => {
    const open = writing.filter(({ access }) => access.anonymous).map(({ name }) => name)
    const reasons = [...notAsked.signIn.calls, ...notAsked.provesItself.calls, ...notAsked.machine.calls] as string[]
    expect(open.filter((name) => !reasons.includes(name))).toEqual([])
  })
})
