import { useState } from 'react'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import type { Operation } from '#contract/core/operation.ts'
import { call, filledPath, wireInput, type AnyInput, type CallInput } from '../api/call.ts'
import { asFailure, failureOf } from '../api/failure.ts'
import { translate } from '../i18n/texts.tsx'
import { notifyFailed } from './notify.tsx'

/** Long enough for the server to start responding; after that the download continues without the frame. */
const frameLife_ms = 5 * 60_000

/**
 * Opens a URL in a hidden frame. A file is downloaded and leaves the frame empty. An error loads into the frame, not in
 * place of the application, and is shown as a notice.
 */
export function downloadFrom(address: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = translate('Download')
  const remove = (): void => frame.remove()
  const timer = setTimeout(remove, frameLife_ms)
  frame.addEventListener('load', () => {
    // Ignore the load event of the initial empty document.
    if (frame.contentWindow && isBlank(frame)) return
    clearTimeout(timer)
    void refusalIn(frame).then(notifyFailed).finally(remove)
  })
  frame.src = address
  document.body.append(frame)
}

const isBlank = (frame: HTMLIFrameElement): boolean => frame.contentDocument?.URL === 'about:blank'

/** The server's error message. Without a connection the browser shows its own page, which scripts cannot read. */
async function refusalIn(frame: HTMLIFrameElement): Promise<string> {
  const text = frame.contentDocument?.body.textContent
  if (!text) return translate('No connection to the server. Check your network and try again.')
  const { code, message } = await failureOf(new Response(text, { status: 500 }))
  return code === 'unauthenticated' ? translate('The download link has expired. Please try again.') : message
}

/** Downloads by navigation, which cannot send a token, so a ticket for this path authorizes it (OQ-50). */
async function download(operation: Operation, input: AnyInput): Promise<void> {
  const { params, query } = wireInput(operation, input)
  const path = `/api${filledPath(operation.path, params)}`
  const { ticket } = await call(makeDownloadTicket, { body: { path } })
  const search = new URLSearchParams({ ticket })
  for (const [name, value] of Object.entries(query ?? {})) if (value) search.set(name, String(value))
  downloadFrom(`${path}?${search}`)
}

/** Starts downloads; errors are shown as notices. */
export function useDownload<O extends Operation>(
  operation: O,
): { start: (input: CallInput<O>) => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const start = async (input: CallInput<O>): Promise<void> => {
    setBusy(true)
    try {
      await download(operation, input as AnyInput)
    } catch (error) {
      notifyFailed(asFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { start: (input) => void start(input), busy }
}
