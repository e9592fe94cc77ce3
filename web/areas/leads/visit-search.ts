import { readEmailAddress } from '#contract/core/email-address.ts'

interface VisitSearch {
  page_text: string
  email_hash: string
}

const isHash = (text: string): boolean => /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)

/**
 * What a typed text searches for: a person, if it is an email address or a hash of one, or else a page. An address is
 * hashed here, also one that is still being typed, so that it never leaves the browser.
 */
export async function readVisitSearch(input: string): Promise<VisitSearch> {
  const text = input.trim()
  if (isHash(text)) return { page_text: '', email_hash: text.toLowerCase() }
  const address = readEmailAddress(text) ?? (text.includes('@') && !text.includes('/') ? text.toLowerCase() : null)
  return address === null ? { page_text: text, email_hash: '' } : { page_text: '', email_hash: await sha256(address) }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
