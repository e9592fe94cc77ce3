/** The test that tries texts on fields: `npm run bench -- xss` selects it by this title. */
export const fieldsTitle = 'a field accepts hostile text unchanged, or rejects it with 422 by name'
