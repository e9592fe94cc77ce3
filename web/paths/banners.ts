export const createPath = '/banner/create'
