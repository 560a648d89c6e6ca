/**
 * The Node that was recorded, was too old and started this one. Taken out of the environment: a hook that a command of ours
 * runs may meet the same old one, and has to search again.
 */
export const oldNode: string | undefined = process.env.WINGMAN_OLD_NODE
delete process.env.WINGMAN_OLD_NODE
