import { translate } from '../i18n/texts.tsx'
import { hostBrand } from '../session/boot.ts'
import type { OfflineWords } from '../worker/offline-page.ts'

const address = '/service-worker.js'

type ScriptPolicy = { createScriptURL: (address: string) => string }
type PageWindow = { trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } }

/** The page's CSP accepts a worker URL only from a dedicated Trusted Types policy, which allows this single URL. */
function workerAddress(): string {
  const rules: ScriptPolicy = {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('not the worker')
      return url
    },
  }
  const { trustedTypes } = window as PageWindow
  return (trustedTypes?.createPolicy('worker', rules) ?? rules).createScriptURL(address)
}

const offlineWords = (): OfflineWords => ({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  brand: hostBrand().name,
  color: hostBrand().brand_color,
  title: translate('You are offline'),
  words: translate('Check your connection. This page reloads on its own.'),
  retry: translate('Retry'),
})

/**
 * Registers the host's service worker once the page has settled (R169) and gives it the texts for working offline. The
 * login page does not register it. The product also works without it.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  await navigator.serviceWorker.register(workerAddress())
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(offlineWords())
}
