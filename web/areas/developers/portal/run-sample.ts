import type { PathOperation } from './api-document.ts'

/** The response; `status` is null if there was none. */
export type RunAnswer = { status: number | null; text: string }

/** The path and query of an operation's sample request, to be sent to this page's host. */
export function addressInSample(operation: PathOperation): string | null {
  const source = operation['x-codeSamples']?.find(({ lang }) => lang === 'Shell')?.source ?? ''
  return /'https?:\/\/[^/']+([^']*)'/.exec(source)?.[1] ?? null
}

/** Sends the request as the reader's own software would: with their token and without this page's session. */
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
