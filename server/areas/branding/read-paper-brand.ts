import sharp from 'sharp'
import type { PaperBrand } from '#server/platform/pdf/draw-paper.ts'
import { decodeInTurn } from '#server/platform/pictures.ts'
import { Failure } from '#server/platform/failure.ts'

/** What of a brand stands on a paper, as stored. */
export interface StoredLook {
  companyId: string
  name: string
  color: string
  logo_svg: string | null
}

/** In pixels: three times as high as a paper shows it. */
const height = 102
const width = 540

/** A brand as papers show it. A logo that cannot be drawn is left out: its name stands there in any case. */
export async function readPaperBrand({ companyId, name, color, logo_svg }: StoredLook): Promise<PaperBrand> {
  return { name, color, logo: logo_svg === null ? null : await drawLogo(companyId, logo_svg, color) }
}

async function drawLogo(companyId: string, svg: string, color: string): Promise<PaperBrand['logo']> {
  try {
    return await decodeInTurn(companyId, async () => {
      const picture = await sharp(Buffer.from(svg), { density: 300, limitInputPixels: 40_000_000 })
        .resize({ width, height, fit: 'inside' })
        .png()
        .toBuffer()
      // Statistics are of a file, before anything is done to it.
      const onWhite = await sharp(await sharp(picture).flatten({ background: '#ffffff' }).toBuffer()).stats()
      // Many logos are white, for dark sidebars. On paper they stand on the brand's color.
      const isPale = onWhite.channels.every(({ mean, stdev }) => mean > 245 && stdev < 20)
      const { data, info } = await sharp(picture)
        .flatten({ background: isPale ? color : '#ffffff' })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, aspect: info.width / info.height }
    })
  } catch (error) {
    if (error instanceof Failure) throw error
    return null
  }
}
