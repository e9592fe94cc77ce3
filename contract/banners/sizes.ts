import { z } from 'zod'

/** The sizes of the IAB's portfolio that ad servers accept, with their names. */
export const bannerSizes = {
  '300x250': 'Medium rectangle',
  '336x280': 'Large rectangle',
  '728x90': 'Leaderboard',
  '970x250': 'Billboard',
  '970x90': 'Super leaderboard',
  '160x600': 'Wide skyscraper',
  '120x600': 'Skyscraper',
  '300x600': 'Half page',
  '300x1050': 'Portrait',
  '320x50': 'Mobile leaderboard',
  '320x100': 'Large mobile banner',
  '468x60': 'Full banner',
  '250x250': 'Square',
  '200x200': 'Small square',
} as const
export type BannerSize = keyof typeof bannerSizes
export const bannerSizeNames = Object.keys(bannerSizes) as BannerSize[]
export const bannerSize = z.enum(bannerSizeNames)

/** Width and height in CSS pixels. */
export function pixelsOf(size: BannerSize): { width: number; height: number } {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}
