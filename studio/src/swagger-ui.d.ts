declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface Instance {
    preauthorizeApiKey(name: string, key: string): void;
  }
  export default function SwaggerUI(options: object): Instance;
}
