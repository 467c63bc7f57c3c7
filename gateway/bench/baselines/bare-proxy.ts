/** Baseline of the gateway bench: http-proxy-middleware with a keep-alive agent in Express, and nothing else. */
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const agent = new Agent({ keepAlive: true });
express()
  .use(createProxyMiddleware({ target: process.env['TARGET'] ?? '', agent }))
  .listen(Number(process.env['PORT']), '127.0.0.1');
