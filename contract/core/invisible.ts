const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text without characters that render as nothing: zero-width spaces and joiners, direction marks, the BOM, soft
 * hyphens, variation selectors. Programs put them around what people copy.
 */
export const withoutInvisible = (text: string): string => text.replace(invisible, '')
