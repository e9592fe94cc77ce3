import { randomBytes } from 'node:crypto'
import type { showEmbeddedCode } from '#contract/branding/embedded-code.ts'
import { machineTime } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { frameHeaders } from '#server/platform/http/security-headers.ts'
import { findHost } from '../find-host.ts'
import { openTicket } from './frame-ticket.ts'
import { findEmbeddedCode, type EmbeddedCode } from './read-embedded-code.ts'

/** Serves the frame's page. A ticket for another host, an expired one and a missing one look alike. */
export const handleShowEmbeddedCode: OpenHandler<typeof showEmbeddedCode> = async ({ params }, { platform, host }) => {
  const ticket = openTicket(platform.secrets, params.ticket)
  const hostOwner = await findHost(platform, host)
  if (!ticket || ticket.host !== host || ticket.until_ms < machineTime(platform.clock)) throw notFound()
  if (hostOwner?.companyId !== ticket.agencyId) throw notFound()
  const embeddedCode = await findEmbeddedCode(platform, { rootId: hostOwner.rootId, agencyId: ticket.agencyId })
  if (!embeddedCode || embeddedCode.forbidden) throw notFound()
  const nonce = randomBytes(16).toString('base64')
  return { html: pageOf(embeddedCode, nonce), headers: frameHeaders(nonce) }
}

/** Head, body and footer belong to the frame: its code is never part of the product's page (docs/decisions/0013). */
function pageOf({ code, place }: EmbeddedCode, nonce: string): string {
  const markup = code.replaceAll(/<script\b/gi, `<script nonce="${nonce}"`)
  const at = (position: EmbeddedCode['place']): string => (place === position ? markup : '')
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title></title>
<style>html { color-scheme: light } body { margin: 0; font: 14px/1.5 system-ui, sans-serif }</style>
${at('head')}
</head>
<body>
${at('body')}
${at('footer')}
</body>
</html>
`
}
