import { createHash } from 'node:crypto';
import type { Objects } from './objects.ts';

export interface S3Request {
  method: string;
  /** Empty where the bucket itself is asked about. */
  key: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface S3Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export const refusal = (status: number, code: string, message = code): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

const xml = (root: string, content: string): S3Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
});
const tag = (name: string, content: string | number | boolean) => `<${name}>${content}</${name}>`;
const iso = (ms: number) => new Date(ms).toISOString();

/** What S3 answers, as far as Assay asks. */
export function answerOf(
  objects: Objects,
  { bucket, mostPerPage }: { bucket: string; mostPerPage: number },
  request: S3Request,
): S3Answer {
  return request.key === ''
    ? ofBucket(objects, { bucket, mostPerPage }, request)
    : ofObject(objects, bucket, request);
}

function ofBucket(
  objects: Objects,
  { bucket, mostPerPage }: { bucket: string; mostPerPage: number },
  { method, query }: S3Request,
): S3Answer {
  if (method === 'HEAD') return { status: 200 };
  const prefix = query.get('prefix') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), mostPerPage);
  if (query.has('versioning')) {
    return xml('VersioningConfiguration', objects.isVersioned ? tag('Status', 'Enabled') : '');
  }
  if (query.has('versions')) return versions(objects, { prefix, most, query });
  if (query.has('uploads')) return uploads(objects, { prefix, most, query });
  if (query.get('list-type') !== '2') return refusal(501, 'NotImplemented');
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const rest = objects.keys(prefix).filter((key) => key > after);
  const page = rest.slice(0, most);
  const isTruncated = rest.length > page.length;
  return xml(
    'ListBucketResult',
    [
      tag('Name', bucket),
      tag('Prefix', prefix),
      tag('KeyCount', page.length),
      tag('MaxKeys', most),
      tag('IsTruncated', isTruncated),
      ...(isTruncated ? [tag('NextContinuationToken', page.at(-1)!)] : []),
      ...page.map((key) => {
        const { content, etag, modifiedAtMs } = objects.current(key)!;
        return tag(
          'Contents',
          tag('Key', key) +
            tag('LastModified', iso(modifiedAtMs)) +
            tag('ETag', `&quot;${etag}&quot;`) +
            tag('Size', content.length),
        );
      }),
    ].join(''),
  );
}

interface Page {
  prefix: string;
  most: number;
  query: URLSearchParams;
}

function versions(objects: Objects, { prefix, most, query }: Page): S3Answer {
  const all = objects.versions(prefix);
  const [key, id] = [query.get('key-marker'), query.get('version-id-marker')];
  const from =
    key === null ? 0 : all.findIndex((one) => one.key > key || (one.key === key && one.versionId === id)) + 1;
  // The marked one may be gone: then whatever comes behind its key.
  const rest = key !== null && from === 0 ? all.filter((one) => one.key > key) : all.slice(from);
  const page = rest.slice(0, most);
  const last = page.at(-1);
  const isTruncated = rest.length > page.length;
  return xml(
    'ListVersionsResult',
    [
      tag('IsTruncated', isTruncated),
      ...(isTruncated ? [tag('NextKeyMarker', last!.key), tag('NextVersionIdMarker', last!.versionId)] : []),
      ...page.map((one) =>
        tag(
          one.content ? 'Version' : 'DeleteMarker',
          tag('Key', one.key) + tag('VersionId', one.versionId) + tag('IsLatest', one.isLatest),
        ),
      ),
    ].join(''),
  );
}

function uploads(objects: Objects, { prefix, most, query }: Page): S3Answer {
  const all = [...objects.unfinished].filter(([, { key }]) => key.startsWith(prefix));
  const marker = query.get('upload-id-marker');
  const from = marker === null ? 0 : all.findIndex(([id]) => id === marker) + 1;
  const page = all.slice(from, from + most);
  const isTruncated = all.length > from + page.length;
  return xml(
    'ListMultipartUploadsResult',
    [
      tag('IsTruncated', isTruncated),
      ...(isTruncated
        ? [tag('NextKeyMarker', page.at(-1)![1].key), tag('NextUploadIdMarker', page.at(-1)![0])]
        : []),
      ...page.map(([id, { key, initiatedAtMs }]) =>
        tag('Upload', tag('Key', key) + tag('UploadId', id) + tag('Initiated', iso(initiatedAtMs))),
      ),
    ].join(''),
  );
}

function ofObject(objects: Objects, bucket: string, request: S3Request): S3Answer {
  const { method, key, query } = request;
  const uploadId = query.get('uploadId');
  if (uploadId !== null) return ofUpload(objects, uploadId, request);
  if (method === 'POST' && query.has('uploads')) {
    const begun = objects.begin(key, metadataOf(request));
    return xml(
      'InitiateMultipartUploadResult',
      tag('Bucket', bucket) + tag('Key', key) + tag('UploadId', begun),
    );
  }
  if (method === 'PUT') return put(objects, bucket, request);
  if (method === 'DELETE') {
    const { isHidden } = objects.delete(key, query.get('versionId'));
    return { status: 204, ...(isHidden && { headers: { 'x-amz-delete-marker': 'true' } }) };
  }
  if (method === 'GET' || method === 'HEAD') return get(objects, request);
  return refusal(405, 'MethodNotAllowed');
}

function ofUpload(objects: Objects, uploadId: string, { method, query, body }: S3Request): S3Answer {
  const unfinished = objects.unfinished.get(uploadId);
  if (!unfinished) return refusal(404, 'NoSuchUpload');
  if (method === 'PUT') {
    unfinished.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: `"${etagOf(body)}"` } };
  }
  if (method === 'DELETE') {
    objects.unfinished.delete(uploadId);
    return { status: 204 };
  }
  const parts = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
    etag: /<ETag>(?:&quot;|")?(\w+)/.exec(part)?.[1] ?? '',
  }));
  const sizes = parts.slice(0, -1).map(({ number }) => unfinished.parts.get(number)?.length ?? 0);
  if (sizes.some((size) => size < 5 * 1024 * 1024)) return refusal(400, 'EntityTooSmall');
  const made = objects.complete(uploadId, parts);
  if (!made) return refusal(400, 'InvalidPart');
  return xml('CompleteMultipartUploadResult', tag('ETag', `&quot;${made.etag}&quot;`));
}

function put(objects: Objects, bucket: string, request: S3Request): S3Answer {
  const source = request.headers['x-amz-copy-source'];
  if (source === undefined) {
    const made = objects.put(request.key, request.body, metadataOf(request));
    const version = objects.isVersioned ? { 'x-amz-version-id': made.versionId } : {};
    return { status: 200, headers: { etag: `"${made.etag}"`, ...version } };
  }
  const from = decodeURIComponent(String(source)).replace(/^\//, '');
  const found = from.startsWith(`${bucket}/`) ? objects.current(from.slice(bucket.length + 1)) : undefined;
  if (!found) return refusal(404, 'NoSuchKey');
  const made = objects.put(request.key, found.content, found.metadata);
  return xml(
    'CopyObjectResult',
    tag('ETag', `&quot;${made.etag}&quot;`) + tag('LastModified', iso(made.modifiedAtMs)),
  );
}

function get(objects: Objects, { key, headers }: S3Request): S3Answer {
  const found = objects.current(key);
  if (!found) return refusal(404, 'NoSuchKey');
  const { content, etag, modifiedAtMs, metadata } = found;
  const wanted = headers['if-match'];
  if (wanted !== undefined && wanted !== `"${etag}"`) return refusal(412, 'PreconditionFailed');
  const known = {
    etag: `"${etag}"`,
    'last-modified': new Date(modifiedAtMs).toUTCString(),
    'accept-ranges': 'bytes',
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(String(headers.range ?? '')) ?? [];
  if (first === undefined) return { status: 200, headers: known, body: content };
  const start = Number(first);
  if (start >= content.length) return refusal(416, 'InvalidRange');
  const end = Math.min(last ? Number(last) : content.length - 1, content.length - 1);
  const range = { 'content-range': `bytes ${start}-${end}/${content.length}` };
  return { status: 206, headers: { ...known, ...range }, body: content.subarray(start, end + 1) };
}

function metadataOf({ headers }: S3Request): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]));
}

const etagOf = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');
