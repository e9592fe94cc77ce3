import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

export interface Downloaded {
  name: string
  text: string
  bytes: Buffer
  /** Whether it equals the server's response to the same request, byte for byte. */
  isWhole: boolean
}

/** Saves the download of a click, and requests the same from the server to compare. */
export async function download(page: Page, click: () => Promise<unknown>): Promise<Downloaded> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  const bytes = await readFile(await file.path())
  const address = new URL(file.url())
  address.searchParams.delete('ticket')
  const download = await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    const response = await fetch(path, { headers: { authorization } })
    return [...new Uint8Array(await response.arrayBuffer())]
  }, address.pathname + address.search)
  return {
    name: file.suggestedFilename(),
    text: bytes.toString('utf8'),
    bytes,
    isWhole: bytes.byteLength > 0 && bytes.equals(Buffer.from(download)),
  }
}
