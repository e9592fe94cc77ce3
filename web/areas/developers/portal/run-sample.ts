import type { PlacedOperation } from './api-document.ts'

/** What came back; no status where nothing did. */
export type RunAnswer = { status: number | null; text: string }

/** The address in an operation's example, on the host of this page. */
export function addressInSample(operation: PlacedOperation): string | null {
  const source = operation['x-codeSamples']?.find(({ lang }) => lang === 'Shell')?.source ?? ''
  return /'https?:\/\/[^/']+([^']*)'/.exec(source)?.[1] ?? null
}

/** Asks as the reader's own software would: with their token and without the session of this page. */
export async function runCall(address: string, token: string): Promise<RunAnswer> {
  try {
    const response = await fetch(address, { credentials: 'omit', headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    return { status: response.status, text: readable(text) }
  } catch {
    return { status: null, text: address }
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
