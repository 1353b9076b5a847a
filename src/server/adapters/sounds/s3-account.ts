/** A bucket of an S3-compatible store, and a key that may read, write and delete in it. */
export interface S3Account {
  /** With the bucket in the path, and a folder in it if there is one: `https://s3.example/bucket/folder`. */
  url: string
  region: string
  keyId: string
  secret: string
}
