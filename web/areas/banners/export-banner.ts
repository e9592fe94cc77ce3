import { pixelsOf, type BannerSize } from '#contract/banners/sizes.ts'

/** Input of an export: the banner's rendered SVG, with pictures as data URLs. */
export interface Exported {
  svg: SVGSVGElement
  size: BannerSize
  name: string
  clickUrl: string
}

/** File size limit that most ad servers accept. */
export const heavy_bytes = 150_000

const textOf = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg)

/** Renders the banner as a bitmap at its exact pixel size. */
export async function toImage({ svg, size }: Exported, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const { width, height } = pixelsOf(size)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), type, 0.92),
  )
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Escapes a string for an inline script, so that it can neither end the script nor start an HTML comment. */
const inScript = (text: string): string =>
  JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')

/** HTML page of an HTML5 banner: an ad size meta tag, the URL in `clickTag`, and no external requests. */
export function pageOf(svg: string, { size, name, clickUrl }: Omit<Exported, 'svg'>): string {
  const { width, height } = pixelsOf(size)
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<meta name="ad.size" content="width=${width},height=${height}">
<style>html,body{margin:0;overflow:hidden}a,svg{display:block}</style>
<script>var clickTag = ${inScript(clickUrl)}</script>
</head>
<body>
<a href="javascript:void(clickTag && window.open(clickTag))">${svg}</a>
</body>
</html>
`
}

const extensionOf = (url: string): string => /^data:image\/(\w+)/.exec(url)?.[1] ?? 'webp'

function bytesOf(url: string): Uint8Array {
  const text = atob(url.slice(url.indexOf(',') + 1))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0)!)
}

/** Packs the banner's page and pictures into a zip file. */
export async function toHtml5(banner: Exported): Promise<Blob> {
  const { strToU8, zipSync } = await import('fflate')
  // Copy into an inert document, which loads no resources.
  const copy = document.implementation.createHTMLDocument('').importNode(banner.svg, true)
  const files: Record<string, Uint8Array> = {}
  copy.querySelectorAll('image').forEach((image, at) => {
    const url = image.getAttribute('href') ?? ''
    const path = `images/${at + 1}.${extensionOf(url)}`
    files[path] = bytesOf(url)
    image.setAttribute('href', path)
  })
  files['index.html'] = strToU8(pageOf(textOf(copy), banner))
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
}

/** Builds a file name from a banner's name: `spring-sale-300x250.png`. */
export const fileNameOf = ({ name, size }: Pick<Exported, 'name' | 'size'>, extension: string): string =>
  `${
    name
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase() || 'banner'
  }-${size}.${extension}`
