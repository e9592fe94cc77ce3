import { styleNonce } from '../session/boot.ts'

/** Preloads scripts and styles that are certain to be needed, in parallel with the page's first chunk. */
export function preloadCode(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.nonce = styleNonce()
    if (file.endsWith('.css')) {
      link.rel = 'preload'
      link.as = 'style'
      // Must match the style sheet's own request, or the browser would download the file twice.
      link.crossOrigin = ''
    } else link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
}
