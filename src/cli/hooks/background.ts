/** What the lock says of a worker, for people; by it a worker is told from a review that somebody watches. */
export const IN_BACKGROUND = 'reviews in the background'
