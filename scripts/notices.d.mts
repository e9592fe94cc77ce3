export const carriedAlong: readonly (readonly [name: string, license: string, url: string])[]
export function noticesText(): string
