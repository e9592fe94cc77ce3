import { isSystem } from '#contract/guards/access-context.ts'
import type { Translate } from '../i18n/texts.tsx'
import type { Me } from '../session/me.ts'

/** Warns in the browser console against pasted scripts (self-XSS); not shown to the operator's own users (R159). */
export function warnOfScripts({ access }: Me, t: Translate): void {
  if (isSystem(access) || access.viewer) return
  // oxlint-disable-next-line no-console
  const say = console.info
  say(`%c${t('Stop!')}`, 'color: #c43d3e; font: 700 2.5rem system-ui, sans-serif')
  say(
    `%c${t('This is a tool for developers. If someone told you to paste something here, it’s a scam to take over your account.')}`,
    'font: 1rem/1.5 system-ui, sans-serif',
  )
}
