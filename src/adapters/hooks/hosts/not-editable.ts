/** Why a config cannot be edited: the end of a sentence that begins with its name. */
export class NotEditable extends Error {}
