# Shows the frames of a run as the pictures of Scree do: grains as spheres or by their surfaces, coloured by speed, and walls that
# can be seen through. Time, colour bar and direction of looking are set.
from paraview.simple import *


def series(name):
    path = os.path.join(folder, name + ".pvd")
    return PVDReader(registrationName=name, FileName=path) if os.path.exists(path) else None


def coloured(source, view, kind, array):
    display = Show(source, view)
    ColorBy(display, (kind, array, "Magnitude"))
    colours = GetColorTransferFunction(array)
    colours.ApplyPreset("Viridis (matplotlib)", True)
    legend = GetScalarBar(colours, view)
    legend.Title = "speed [m/s]"
    legend.ComponentTitle = ""
    legend.TitleFontSize = legend.LabelFontSize = 12
    display.SetScalarBarVisibility(view, True)
    return display


# Grains without corners: those of some entries of `grains` and `streams`, or all.
def balls_of(bodies):
    if spheres is None:
        return [bodies]
    return [Threshold(Input=bodies, Scalars=["POINTS", "set"], LowerThreshold=i, UpperThreshold=i) for i in spheres]


def show_balls(balls, view):
    glyphs = Glyph(registrationName="grains", Input=balls, GlyphType="Sphere")
    glyphs.GlyphType.Radius = 1.0
    glyphs.ScaleArray = ["POINTS", "radius"]
    glyphs.ScaleFactor = 1.0
    glyphs.GlyphMode = "All Points"
    return coloured(glyphs, view, "POINTS", "velocity")


def show():
    view = GetActiveViewOrCreate("RenderView")
    bodies, shapes, walls = series("bodies"), series("shapes"), series("walls")
    if bodies is None:
        raise RuntimeError("there are no frames in " + folder + ": give output.every, and run this in the folder of the run")
    grains = [show_balls(balls, view) for balls in balls_of(bodies)]
    if shapes is not None:
        grains.append(coloured(shapes, view, "CELLS", "velocity"))
    if walls is not None:
        display = Show(walls, view)
        display.ColorArrayName = [None, ""]
        display.Opacity = 0.25
    AnnotateTimeFilter(Input=bodies, Format="t = {time:.4g} s")
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast()
    for k, display in enumerate(grains):
        display.RescaleTransferFunctionToDataRange(k > 0, True)
    view.CameraViewUp = up
    view.CameraFocalPoint = (0.0, 0.0, 0.0)
    view.CameraPosition = tuple(-x for x in looking)
    view.InteractionMode = "2D" if flat else "3D"
    ResetCamera(view)
    Render(view)


show()
