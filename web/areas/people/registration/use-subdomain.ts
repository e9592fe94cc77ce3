import { useEffect, useState } from 'react'
import { sendJson } from '../../../api/request.ts'

type Suggestion = { subdomain: string; base: string; state: 'free' | 'taken' | 'reserved' | 'invalid'; message: string }

/** Typing pause before the server is called (K003). */
const typing_ms = 300

const ask = async (query: Record<string, string>): Promise<Suggestion> =>
  (await sendJson<{ data: Suggestion }>({ method: 'GET', path: '/register/subdomain', query, sealed: false })).data

/**
 * The subdomain of an agency that registers: suggested from its name until somebody types another, and checked while typing
 * (R228). A check that fails blocks nothing, because the server checks again.
 */
export function useSubdomain(companyName: string, isAsked: boolean) {
  const [input, setInput] = useState<string>()
  const [answer, setAnswer] = useState<Suggestion>()
  const company = companyName.trim()
  useEffect(() => {
    if (!isAsked || !(input ?? company)) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      ask(input ? { subdomain: input } : { company }).then(
        (next) => isCurrent && setAnswer(next),
        () => isCurrent && setAnswer(undefined),
      )
    }, typing_ms)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isAsked, input, company])
  const value = input ?? (company ? (answer?.subdomain ?? '') : '')
  const isAnswered = answer?.subdomain === value.trim().toLowerCase()
  return { value, setTyped: setInput, base: answer?.base, message: isAnswered ? (answer?.message ?? '') : '' }
}
