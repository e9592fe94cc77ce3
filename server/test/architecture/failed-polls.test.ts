import { describe, expect, it } from 'vitest'
import { sourcesWith, type Source } from './sources.ts'

// A read that fails after it has succeeded leaves its data in place: the note replaces nothing that is known.

/** A note with a retry that is shown for the mere error of a read: `error && <FailureNote … refetch`. */
const forAnyError = /\berror\)?\s*(?:&&|\?|return)\s*\(?\s*<(?:FailureNote|PageFailure)\b[^/]*\brefetch\b/

const hasty = (sources: readonly Source[]): string[] =>
  sources.filter(({ text }) => forAnyError.test(text)).map(({ path }) => path)
const plant = (text: string): Source[] => [{ path: 'web/planted.tsx', text }]

describe('a read that fails', () => {
  it('shows its failure only while it has no data', () => {
    const screens = sourcesWith('.tsx').filter(({ path }) => path.startsWith('web/'))
    expect(screens.filter(({ text }) => /<FailureNote\b/.test(text)).length).toBeGreaterThan(40)
    expect(hasty(screens)).toEqual([])
  })

  it.each([
    ['a note', '{list.error && <FailureNote failure={list.error} onRetry={list.refetch} />}', 1],
    ['a return', 'if (error) return <PageFailure failure={error} onRetry={refetch} />', 1],
    ['a choice', '{list.error ? (\n  <FailureNote failure={list.error} onRetry={list.refetch} />\n) : null}', 1],
    ['a note without data', '{error && !data && <FailureNote failure={error} onRetry={refetch} />}', 0],
    ['an action', '{send.error && <FailureNote failure={send.error} />}', 0],
  ])('is recognized: %s', (_what, text, found) => {
    expect(hasty(plant(text))).toHaveLength(found)
  })
})
