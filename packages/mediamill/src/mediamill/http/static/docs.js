// Everything comes from this service: no validator, no fonts, no request to anybody else.
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  displayRequestDuration: true,
  tryItOutEnabled: true,
});
