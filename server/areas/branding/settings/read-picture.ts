import sharp from 'sharp'
import { Failure, invalid } from '#server/platform/failure.ts'
import { decodeInTurn } from '#server/platform/pictures.ts'

interface Bounds {
  /** The picture is scaled to fit these pixels, twice the displayed size. */
  width: number
  height: number
}

const maxPixels = 40_000_000
const longestDrawing = 60_000

/** Forbidden content of an SVG: in an image none of it would run or load, but nobody should have to rely on that. */
const forbiddenInDrawing =
  /<!|<\?(?!xml)|<\s*(script|foreignObject|iframe|object|embed|audio|video|use|animate|set|handler|a)\b|\bon\w+\s*=|javascript:|(?:href|src)\s*=\s*["']?\s*(?!#)|url\(\s*["']?\s*(?!#)|@import/i

/**
 * Converts an uploaded picture: pixels are decoded and encoded again, so that nothing hidden in the file
 * remains; SVGs are accepted if they contain nothing but shapes. Throws `invalid` naming the field.
 */
export async function readPicture(companyId: string, field: string, dataUrl: string, bounds: Bounds): Promise<string> {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const bytes = Buffer.from(base64, 'base64')
  if (head.includes('svg')) return readDrawing(field, bytes.toString('utf8'))
  try {
    const { data, info } = await decodeInTurn(companyId, () =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
        .rotate()
        .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9, palette: true, quality: 90 })
        .toBuffer({ resolveWithObject: true }),
    )
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${info.width} ${info.height}" width="${info.width}" height="${info.height}">` +
      `<image href="data:image/png;base64,${data.toString('base64')}" width="${info.width}" height="${info.height}"/></svg>`
    )
  } catch (error) {
    if (error instanceof Failure) throw error
    throw invalid(field, 'This image couldn’t be read. Use a PNG, JPEG or WebP image.')
  }
}

function readDrawing(field: string, text: string): string {
  const drawing = text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .trim()
  if (drawing.length > longestDrawing) throw invalid(field, 'This image is too large. Use one of at most 60 kB.')
  if (!/^<svg[\s>]/.test(drawing) || !drawing.endsWith('</svg>') || forbiddenInDrawing.test(drawing))
    throw invalid(field, 'This SVG contains more than shapes. Save it as plain SVG, or use a PNG image.')
  return drawing
}
