import { digestOf } from './file-change.ts'
import { isOurScript } from './templates.ts'

/**
 * Every text that a stub of ours ever had, by its digest. What bears our mark and is none of these was edited by somebody,
 * whatever a manifest knows. A test tells the digest that a changed template adds here; none is ever taken out.
 */
const TEXTS = new Set([
  // request.sh
  'ca68674d8e90bcdc75f52004af7b862e2156589fb389204335be602c29b5aaf6',
  'f26796dd13e4da41716f290de47ef0db73d9969238ee748e4b789275a9e8d2fb',
  'e05152c6817bca66152a47030276e907727751a97a5efa969b0bde91a9b9d249',
  'b152f6a56efbc6bfa8b89807159c54a18ac7a69a5372d09d204f8b05d61295b0',
  '59281e33d684da802e1e8803edfe4b7ec75f81985ec82a9408c6f8196eadd92a',
  'fa8e0b076c97ccac729c0f84cafef01a056fbda37afb8f25d087ebf0a452a9fc',
  'cd480a6c0933aa1f00a5fce377706c561a9edda2b5bb046bd0e7331315213a39',
  '69c1960252c5c97832b5561fe2cbb02c42efc5d754862f4e5a820357a744ab76',
  '6b09f912e1aaaa69d592b039339027db68a27e65a34582bf97959ba7e3b0a5c5',
  'c52451b76873ebd5256481c3733df6406066939fcfa4d7a2a3f290567b45204b',
  '7f1455dfbe4db18d55ca3311ad13f1686e41493887ca12b366d2c8f6dee95eae',
  '4802e8aade1daf7be45451ed4d278e221e7a6c6c3abcc52d3b1a3db8f1a5c79d',
  '84c48ea98e070c1da918f062250e5b474330157ec19ccf39d3d8a5a39546707a',
  '435f8ffb91fc1fc1e9b743af1b1f798f9c5919896060f841d98260179f31d67f',
  '10ed770e18587e24d4c9485eee6275cf909558197e9eb9f06612008855170362',
  // gate.sh
  '9aef3dc892eb6404718ba971c475e40100b46517d9ab2092977ead1bc475bd82',
  '1d3b7495176bcc3e56a663c2a2282b57eb0b5107f2c3bdb43114d315b3139501',
  '660da3724c6700bd62f99a548ee6528fbb20e12ee928bdcf8623f9b15600f00f',
  'c902697f6861b524e0f626a446df9822ff65fa97dc0343806de575935e255080',
  'cb2b438fdf3a55f4d13f37835874a51c3f7633d3d0e57b76e12f67f29568abcc',
  '82021dc88f9fa50067a86ccf433bb21cd99d0878930b64658b1f343e114d70a7',
  '24ed277d44e95549ca690254e9bf637b0bae7ddc67fcfd17f2f5eb4c1974f499',
  '741336149ae1142a1f2a4acdd7804e2089cd90ec198d4d000178053f87fc1269',
  'd24e6c0337de7531d498441164be8d3d3b1420777974dc2b37bb566e2cfc41e9',
  'f9bf96708011e3b51bcb7c9eed1f8f39eb65095f3a3caadad6156e802c8213eb',
])

export const isKnownText = (text: string): boolean => TEXTS.has(digestOf(text))

/** A script of ours, and no longer as we wrote it: it has become theirs. */
export const isEditedScript = (text: string): boolean => isOurScript(text) && !isKnownText(text)
